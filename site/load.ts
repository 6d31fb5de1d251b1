import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, type Params } from 'react-router'
import { ApiError, type CallApi } from '#contract/call.ts'
import { callApiFromBrowser } from './call-api.ts'
import { siteRequest } from './request-context.ts'

/** A page states once what it needs: the server runs it for the first page, the browser for every later one. */
export interface Needs {
  callApi: CallApi
  params: Params
  url: URL
}

type Load<Loaded> = (needs: Needs) => Promise<Loaded>

export const onServer =
  <Loaded>(load: Load<Loaded>) =>
  ({ request, params, context }: LoaderFunctionArgs) =>
    answering(load, { callApi: context.get(siteRequest).callApi, params, url: new URL(request.url) })

export const inBrowser =
  <Loaded>(load: Load<Loaded>) =>
  ({ request, params }: ClientLoaderFunctionArgs) =>
    answering(load, { callApi: callApiFromBrowser(apiHostOfDocument()), params, url: new URL(request.url) })

export const nullOnError = <Loaded>(promise: Promise<Loaded>): Promise<Loaded | null> => promise.catch(() => null)

/** An unknown id is 404, a closed job 410, an unreachable API 503. */
async function answering<Loaded>(load: Load<Loaded>, needs: Needs): Promise<Loaded> {
  try {
    return await load(needs)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw data(null, { status: statusOf(error) })
  }
}

/** Another API may say by its status that something is gone for good. */
function statusOf({ status, problem }: ApiError) {
  if (status === 410 || (status === 404 && problem?.closed)) return 410
  return status === 404 ? 404 : 503
}

function apiHostOfDocument() {
  return document.documentElement.dataset.apiHost ?? ''
}
