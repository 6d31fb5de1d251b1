import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useAddress } from '../addresses.ts'

/** A link to a page of the route table; it keeps the Arabic prefix, and fetches the page's code when the visitor is about to follow it. */
export function PageLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const address = useAddress()
  return <Link prefetch="intent" {...rest} to={address(to)} />
}
