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
      checks: { pluginTimings: false },
      output: {
        // Few requests matter more than perfect splitting on a slow line: what every page needs comes in three files. The clients, the
        // query cache and the drawings stay out of them.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              priority: 3,
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)[\\/]/,
            },
            {
              name: 'ui',
              priority: 2,
              test: /src[\\/](shared[\\/](?!crisis|emi|fold|reports)|web[\\/](ui[\\/](?!ConfirmDialog|Dialog|MalapitNa|Menu|MoodPicker|SearchField|Switch|WarningSelect|use-slip|word-size)(weather[\\/])?[^\\/]+$|lib[\\/](config|failure|hydrated|next|purge|session|session-storage|theme)\.ts))/,
            },
            {
              // What only pages behind the guard show.
              name: 'members',
              priority: 1,
              test: /web[\\/]ui[\\/](ConfirmDialog|Dialog|MalapitNa|Menu|MoodPicker|SearchField|Switch|WarningSelect|use-slip|word-size)\.|shared[\\/](emi|fold|reports)\.ts/,
            },
            {
              name: 'frames',
              priority: 1,
              test: /web[\\/]app[\\/](SiteFrame|BareFrame|ThemeSwitch|Wordmark|page)\./,
            },
            {
              // The realtime client stays with the socket, which comes after the first paint.
              name: 'supabase',
              priority: 2,
              test: /@supabase[\\/](?!realtime-js|phoenix)|lib[\\/]supabase\.ts/,
            },
            {
              name: 'query',
              priority: 1,
              test: /@tanstack[\\/]|lib[\\/](query|profile|live|live-poll|live-rules)\.ts/,
            },
            { name: 'account', priority: 1, test: /features[\\/]account[\\/](?!Codename)/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(
        ['/auth/v1', '/rest/v1', '/functions/v1', '/storage/v1', '/config.json'].map((path) => [
          path,
          server,
        ]),
      ),
      '/realtime/v1': { target: server, ws: true },
    },
  },
})
