export const serviceKinds = ['app', 'social', 'erp', 'web', 'ai', 'data'] as const
export type ServiceKind = (typeof serviceKinds)[number]
