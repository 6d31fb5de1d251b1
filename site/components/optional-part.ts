import { type ComponentType, lazy } from 'react'

/** A part of a page with a file of its own. Where the file does not arrive, the page stays without the part. */
export const optionalPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: Nothing as ComponentType<Props> })))

const Nothing = () => null
