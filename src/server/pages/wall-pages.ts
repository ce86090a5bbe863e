import { type Mood, moods } from '../../shared/moods.ts'
import { packPage, type WebFile } from './web-file.ts'
import { previewTags, titled } from './meta.ts'

/** The file name of a wall's page: the app's page with the wall's own title and preview. */
export const wallPageName = ({ slug }: Mood): string => `/pages/wall-${slug}.html`

export function wallPages(app: WebFile, site: string): Promise<[string, WebFile][]> {
  return Promise.all(
    moods.map(async (mood): Promise<[string, WebFile]> => {
      const tags = previewTags({
        title: mood.title,
        description: `${mood.greeting} Walang pangalan, walang huhusga: basahin ang pader, o mag-iwan ng sa ’yo.`,
        url: `${site}/wall/${mood.slug}`,
        image: `${site}/cards/${mood.slug}.jpg`,
        kind: 'website',
      })
      const html = titled(app.bytes.identity.toString(), mood.title, tags)
      return [wallPageName(mood), await packPage(html, app.type, app.scriptHashes)]
    }),
  )
}
