import type { Config } from '#settings/settings.ts'
import { permanentAddress } from '#site/addresses.ts'
import type { Language } from '#texts/languages.ts'

export const publicUrlOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>) =>
  publicUrl ?? `http://${hostInAddress(host)}:${port}`

export const pageUrls = (config: Pick<Config, 'publicUrl' | 'host' | 'port'>) => (path: string, language: Language) =>
  publicUrlOf(config) + permanentAddress(path, language)

export const hostInAddress = (host: string) => (host.includes(':') ? `[${host}]` : host)
