import { type ActionFunctionArgs, data, type HeadersFunction, type LoaderFunctionArgs } from 'react-router'
import { type ForOneVisitor, siteRequest } from '../request-context.ts'

export const loadOwn =
  <Name extends 'application' | 'lostLink' | 'jobAlerts' | 'jobAlert'>(name: Name) =>
  ({ context }: LoaderFunctionArgs): NonNullable<ForOneVisitor[Name]> => {
    const page = context.get(siteRequest)[name]
    // An unknown link, or another host's API.
    if (!page) throw data(null, { status: 404 })
    return page
  }

export function loadDocument({ request }: { request: Request }) {
  location.assign(request.url)
  return new Promise<never>(() => {})
}

export const answerPost = ({ context }: ActionFunctionArgs) => {
  const { answeredPost } = context.get(siteRequest)
  if (!answeredPost) throw data(null, { status: 400 })
  const { status, answered } = answeredPost
  const { retryAfterSeconds } = answered
  return data(answered, { status, headers: retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {} })
}

/** Without it the page would keep to itself when to come back. */
export const headersOfPost: HeadersFunction = ({ actionHeaders }) => actionHeaders
