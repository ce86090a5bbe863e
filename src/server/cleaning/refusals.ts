/** Why a file is refused. `kind`: no cleaner takes this type. `inside`: no cleaner knows a part of the file. */
export type CleanReason =
  | 'busy'
  | 'corrupt'
  | 'inside'
  | 'kind'
  | 'locked'
  | 'too large'
  | 'too many frames'
  | 'too slow'

export class FileRefused extends Error {
  readonly reason: CleanReason
  constructor(reason: CleanReason) {
    super(`The file is refused: ${reason}`)
    this.reason = reason
  }
}

const notAllowed = 'File type not allowed'

/** The sentence for the sender. `kind` is also the reason for bytes of no known type. */
export function refusedWords(reason: CleanReason): string {
  return words[reason]
}

const words: Record<CleanReason, string> = {
  busy: 'Ang dami pang file na inaayos ngayon. Subukan mo ulit maya-maya.',
  corrupt: `${notAllowed}. Sira yata ang file, hindi namin mabuksan. I-save mo ulit o pumili ng iba.`,
  inside: `${notAllowed}. May nakapaloob dito na hindi namin matanggalan ng pangalan o lugar, kaya hindi namin ito ipinapasa. Subukan mo itong i-save bilang PDF o larawan.`,
  kind: `${notAllowed}. Hindi namin kayang tanggalin ang pangalan at lugar sa ganitong file. Puwede ang larawan, MP4, WebM, MOV, PDF, DOCX at TXT.`,
  locked: `${notAllowed}. May password ang file, kaya hindi namin matanggal ang pangalan sa loob. I-save mo muna nang walang password.`,
  'too large': 'Masyadong malaki ang laman ng file. Subukan mo ang mas maliit na kopya.',
  'too many frames': 'Masyadong mahaba ang animation. Subukan mo ang mas maikli.',
  'too slow': 'Masyadong matagal buksan ang file. Subukan mo ang mas maliit na kopya.',
}
