/** Only the server answers for these pages: whoever comes from another one, or back, leaves the application for the document. */
export function loadDocument({ request }: { request: Request }) {
  location.assign(request.url)
  return new Promise<never>(() => {})
}
