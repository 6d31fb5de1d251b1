/** Only the server makes these pages, so load the document. */
export function loadDocument({ request }: { request: Request }) {
  location.assign(request.url)
  return new Promise<never>(() => {})
}
