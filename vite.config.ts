import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.EMOTE_SERVER ?? 'http://127.0.0.1:3000'

/** In development the running server's own configuration takes the placeholder's place, as it does in a built page. */
function developmentConfig(): Plugin {
  return {
    name: 'emote-config',
    apply: 'serve',
    async transformIndexHtml() {
      const response = await fetch(`${server}/config.json`).catch(() => undefined)
      if (!response?.ok) return []
      return [
        { tag: 'meta', attrs: { name: 'emote-config', content: await response.text() }, injectTo: 'head' },
      ]
    },
  }
}

export default defineConfig({
  root: 'src/web',
  plugins: [react(), developmentConfig()],
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    // A data: URL would need img-src and font-src data: in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/auth/v1', '/rest/v1', '/functions/v1', '/storage/v1', '/config.json'].map((path) => [path, server]),
    ),
  },
})
