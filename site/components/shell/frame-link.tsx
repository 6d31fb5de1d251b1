import type { ComponentProps } from 'react'
import { plainAddress } from '../../addresses.ts'
import { PageLink } from '../controls.tsx'

/** To a page of this site or to another one. */
export function FrameLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return to.startsWith('/') ? <PageLink {...rest} to={plainAddress(to)} /> : <a {...rest} href={to} rel="noreferrer" />
}
