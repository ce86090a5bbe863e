import { describe, expect, it } from 'vitest'
import { cleanFileName, extensionOf } from './names.ts'

describe('a name of a file', () => {
  it.each([
    ['IMG 1.jpg', 'image/jpeg', 'IMG 1.jpg'],
    ['Larawan ni Nanay.JPEG', 'image/jpeg', 'Larawan ni Nanay.jpeg'],
    ['ñ ng bata.png', 'image/png', 'ñ ng bata.png'],
    ['👩‍❤️‍👩 tayo.png', 'image/png', '👩❤️👩 tayo.png'],
    ['v1.2.final.pdf', 'application/pdf', 'v1.2.final.pdf'],
    ['pelikula.M4V', 'video/mp4', 'pelikula.m4v'],
    // A picture that changed its type on the way.
    ['bintana.jpg', 'image/webp', 'bintana.webp'],
    ['IMG_1.HEIC', 'image/jpeg', 'IMG_1.jpg'],
    ['ulan.mov', 'video/mp4', 'ulan.mp4'],
    // The type decides the ending.
    ['larawan.exe', 'image/png', 'larawan.exe.png'],
    ['larawan', 'image/png', 'larawan.png'],
    ['page.html', 'text/plain', 'page.html.txt'],
    // Folders, of both kinds.
    ['../../etc/passwd', 'text/plain', 'passwd.txt'],
    ['C:\\Users\\Juan dela Cruz\\cv.docx', extensionMime('docx'), 'cv.docx'],
    ['a/b/', 'image/png', 'file.png'],
    // Marks that turn or hide letters.
    ['larawan\u{202e}gnp.exe', 'image/png', 'larawangnp.exe.png'],
    ['a\u{200b}\u{feff}b\u{2066}c.png', 'image/png', 'abc.png'],
    ['a\r\nSet-Cookie: x\0.png', 'image/png', 'a Set-Cookie_ x.png'],
    ['"><img src=x>.png', 'image/png', '___img src=x_.png'],
    ['a\u{2028}b\u{d800}.png', 'image/png', 'a b.png'],
    ['%2e%2e%2fx.png', 'image/png', '_2e_2e_2fx.png'],
    // Nothing is left.
    ['', 'image/png', 'file.png'],
    [undefined, 'application/pdf', 'file.pdf'],
    ['...', 'image/gif', 'file.gif'],
    [' . .png', 'image/png', 'file.png'],
    ['\u{202e}\u{200f}', 'image/webp', 'file.webp'],
    ['.htaccess', 'text/plain', 'htaccess.txt'],
  ])('%j of %s is kept as %j', (sent, mime, kept) => expect(cleanFileName(sent, mime)).toBe(kept))

  it('of 4 KB keeps 120 letters and its ending', () => {
    const name = cleanFileName(`${'../'.repeat(700)}${'\u{202e}a'.repeat(1_000)}.pdf`, 'application/pdf')
    expect(name).toBe(`${'a'.repeat(116)}.pdf`)
  })

  it('is cut between letters, never inside of one', () => {
    const name = cleanFileName(`${'😀'.repeat(200)}.png`, 'image/png')
    expect(name).toBe(`${'😀'.repeat(58)}.png`)
  })
})

function extensionMime(ending: 'docx'): string {
  const mime = `application/vnd.openxmlformats-officedocument.wordprocessingml.document`
  expect(extensionOf(mime)).toBe(ending)
  return mime
}
