import { sendMessage, tryAgain } from '../../../domain/messages/sending.ts'
import { attach, sendAttached } from '../../../domain/messages/uploading.ts'
import { detailsIn } from '../../../domain/safety/nudge.ts'
import { typeInto } from '../../../lib/type-into.ts'
import { EmiStrip } from '../emi/EmiStrip.tsx'
import { writeIt } from '../emi/write-it.ts'
import { Answered } from './Answered.tsx'
import { askedAt, matching } from './asking.ts'
import { AttachedFile } from './AttachedFile.tsx'
import { Choices } from './Choices.tsx'
import { drag } from './drag.ts'
import { EditMessage } from './EditMessage.tsx'
import { lastOwn, showMessage, takeBackWords } from './moves.ts'
import { NudgeSlip } from './NudgeSlip.tsx'
import { TalkMenu } from './TalkMenu.tsx'

/** All in one file: each import() would be a request of its own. */
export const acts = {
  sendMessage,
  tryAgain,
  sendAttached,
  detailsIn,
  attach,
  drag,
  lastOwn,
  showMessage,
  takeBackWords,
  typeInto,
  writeIt,
  askedAt,
  matching,
  Answered,
  AttachedFile,
  Choices,
  EditMessage,
  EmiStrip,
  NudgeSlip,
  TalkMenu,
}
