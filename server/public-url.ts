import type { Config } from '#settings/settings.ts'

/** Where visitors find the site, without a slash at the end. */
export const publicUrlOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>) =>
  publicUrl ?? `http://${hostInAddress(host)}:${port}`

export const hostInAddress = (host: string) => (host.includes(':') ? `[${host}]` : host)
