import { type ActionFunctionArgs, data, type HeadersFunction } from 'react-router'
import { siteRequest } from '../request-context.ts'

/** The server has read and submitted the post; the page shows the result. */
export const answerPost = ({ context }: ActionFunctionArgs) => {
  const { answeredPost } = context.get(siteRequest)
  if (!answeredPost) throw data(null, { status: 400 })
  const { status, answered } = answeredPost
  const { retryAfterSeconds } = answered
  return data(answered, { status, headers: retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {} })
}

/** Without it the page would keep to itself when to come back. */
export const headersOfPost: HeadersFunction = ({ actionHeaders }) => actionHeaders
