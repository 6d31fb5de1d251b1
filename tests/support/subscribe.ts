import { SUBSCRIPTIONS } from '#domain/notifications/subscriptions.ts'
import { subscribe } from '#domain/platform/events/events.ts'

subscribe(SUBSCRIPTIONS)
