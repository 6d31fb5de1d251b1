import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, type Params } from 'react-router'
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
}

/** 404 where the record is gone. */
type ReadRecordContent = <Name extends RecordContentName>(name: Name, slug: string) => Promise<RecordContent<Name>>

type Load<Loaded> = (needs: Needs) => Promise<Loaded>

export const onServer =
  <Loaded>(load: Load<Loaded>) =>
  ({ request, params, context }: LoaderFunctionArgs) => {
    const { callApi, pageTexts } = context.get(siteRequest)
    const { content } = pageTexts
    const recordContent: ReadRecordContent = async (name, slug) => {
      if (!Object.hasOwn(content[name], slug)) throw new ApiError(404)
      return content[name][slug] as RecordContent<typeof name>
    }
    return answering(load, { callApi, params, url: new URL(request.url), content, recordContent })
  }

export const inBrowser =
  <Loaded>(load: Load<Loaded>) =>
  ({ request, params }: ClientLoaderFunctionArgs) =>
    answering(load, {
      callApi: callApiFromBrowser(apiHostOfDocument()),
      params,
      url: new URL(request.url),
      content: contentInBrowser.content,
      recordContent: fetchRecordContent,
    })

const fetchRecordContent: ReadRecordContent = async (name, slug) => {
  const language = document.documentElement.lang as Language
  const answer = await fetch(addressOfRecordContent(language, name, encodeURIComponent(slug))).catch(() => null)
  if (!answer?.ok) throw new ApiError(answer?.status ?? 0)
  return answer.json()
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
