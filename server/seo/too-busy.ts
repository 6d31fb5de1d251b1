/** It cannot be done now; later it can. */
export class TooBusy extends Error {}
