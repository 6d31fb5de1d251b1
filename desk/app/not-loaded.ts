/** A script is missing: the server was away or has a newer release. Browsers do not ask twice for one script. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super('Not loaded', { cause })
    this.name = 'NotLoaded'
  }
}

export const loaded =
  <Module>(load: () => Promise<Module>) =>
  () =>
    load().catch((cause: unknown) => {
      throw new NotLoaded(cause)
    })
