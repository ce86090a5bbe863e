import { sendMessage, tryAgain } from '../../../domain/messages/sending.ts'
import { attach, sendAttached, takeBackWithFile } from '../../../domain/messages/uploading.ts'
import { detailsIn } from '../../../domain/safety/nudge.ts'
import { EmiStrip } from '../emi/EmiStrip.tsx'
import { writeIt } from '../emi/write-it.ts'
import { AttachedFile } from './AttachedFile.tsx'
import { EditMessage } from './EditMessage.tsx'
import { TalkMenu } from './TalkMenu.tsx'

/** All in one file: each import() would be a request of its own. */
export const acts = {
  sendMessage,
  takeBackWithFile,
  tryAgain,
  attach,
  sendAttached,
  detailsIn,
  writeIt,
  AttachedFile,
  EditMessage,
  EmiStrip,
  TalkMenu,
}
