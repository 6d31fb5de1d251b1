/** Its script did not come: the server was away, or has a newer one by now. The browser does not ask for the same script twice. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super('Not loaded', { cause })
    this.name = 'NotLoaded'
  }
}

/** For `import()`: what fails is said as what it is. */
export const loaded =
  <Module>(load: () => Promise<Module>) =>
  () =>
    load().catch((cause: unknown) => {
      throw new NotLoaded(cause)
    })
