import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type Params,
  redirectDocument,
} from 'react-router'
import { ApiError, type CallApi } from '#contract/call.ts'
import {
  addressOfRecordContent,
  type PageContent,
  type RecordContent,
  type RecordContentName,
} from '#contract/page-content.ts'
import type { Language } from '#texts/languages.ts'
import { callApiFromBrowser } from './call-api.ts'
import { contentInBrowser } from './page-context.tsx'
import { siteRequest } from './request-context.ts'

/** A page states once what it needs: the server runs it for the first page, the browser for every later one. */
export interface Needs {
  callApi: CallApi
  params: Params
  url: URL
  /** Of the site itself, without the long texts of records. */
  content: Partial<PageContent>
  recordContent: ReadRecordContent
  /** Thrown where the site has no such record: 404. An open page may be older, so in the browser the server decides. */
  missing: () => unknown
}

type ReadRecordContent = <Name extends RecordContentName>(name: Name, slug: string) => Promise<RecordContent<Name>>

type Load<Loaded> = (needs: Needs) => Promise<Loaded>

export const onServer =
  <Loaded>(load: Load<Loaded>) =>
  ({ request, params, context }: LoaderFunctionArgs) => {
    const { callApi, pageTexts } = context.get(siteRequest)
    const { content } = pageTexts
    const missing = () => data(null, { status: 404 })
    const recordContent: ReadRecordContent = async (name, slug) => {
      if (!Object.hasOwn(content[name], slug)) throw missing()
      return content[name][slug] as RecordContent<typeof name>
    }
    return answering(load, { callApi, params, url: new URL(request.url), content, recordContent, missing })
  }

export const inBrowser =
  <Loaded>(load: Load<Loaded>) =>
  ({ request, params }: ClientLoaderFunctionArgs) => {
    const url = new URL(request.url)
    const missing = () => redirectDocument(url.pathname + url.search)
    const recordContent: ReadRecordContent = async (name, slug) => {
      const language = document.documentElement.lang as Language
      const answer = await fetch(addressOfRecordContent(language, name, encodeURIComponent(slug))).catch(() => null)
      if (answer?.status === 404) throw missing()
      if (!answer?.ok) throw new ApiError(answer?.status ?? 0)
      return answer.json()
    }
    const callApi = callApiFromBrowser(apiHostOfDocument())
    return answering(load, { callApi, params, url, content: contentInBrowser.content, recordContent, missing })
  }

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
