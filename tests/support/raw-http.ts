import { connect } from 'node:net'

export interface RawResponse {
  status: number
  /** Names in lower case; repeated headers are joined by ", ". */
  headers: Record<string, string>
  body: string
}

const PATIENCE_MILLISECONDS = 60_000

/** Sends raw bytes and reads until the server hangs up. */
export const sendRaw = async (origin: string, request: string): Promise<RawResponse> =>
  parse(await exchange(origin, request))

/** Requests on one connection, all sent before the first response. */
export async function sendPipelined(origin: string, targets: string[]): Promise<RawResponse[]> {
  const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: site.example\r\n\r\n`)
  const text = await exchange(origin, requests.join('') + requestLines('GET', '/healthz'))
  const responses: RawResponse[] = []
  for (let rest = text; rest; ) {
    const response = parse(rest)
    const length = rest.indexOf('\r\n\r\n') + 4 + Number(response.headers['content-length'])
    responses.push(parse(rest.slice(0, length)))
    rest = rest.slice(length)
  }
  return responses.slice(0, -1)
}

function exchange(origin: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.setTimeout(PATIENCE_MILLISECONDS, () => {
      socket.destroy()
      reject(new Error('No response in time'))
    })
    socket.write(Buffer.from(request, 'latin1'))
  })
}

/** A request line and headers; the connection ends with the response. */
export const requestLines = (method: string, target: string, headers: string[] = ['Host: site.example']) =>
  [`${method} ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')

/** Status 0 where the server only hung up. */
function parse(text: string): RawResponse {
  const final = text.replace(/^(HTTP\/1\.1 100 [^\r]*\r\n\r\n)+/, '')
  const end = final.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = final.slice(0, end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0), headers, body: final.slice(end + 4) }
}
