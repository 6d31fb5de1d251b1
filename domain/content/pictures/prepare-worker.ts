import { replyWith } from '../../platform/subprocess/reply.ts'
import { preparePicture, prepareSharp } from './prepare.ts'

replyWith(
  ({ bytes }: { bytes: Buffer }) => preparePicture(bytes),
  async () => prepareSharp(),
)
