import { replyWith } from '../../platform/subprocess/reply.ts'
import { prepareDrawing } from './drawing.ts'
import { preparePicture, prepareSharp } from './prepare.ts'

replyWith(
  async ({ bytes, isDrawing }: { bytes: Buffer; isDrawing: boolean }) =>
    isDrawing ? prepareDrawing(bytes) : preparePicture(bytes),
  async () => prepareSharp(),
)
