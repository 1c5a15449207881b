import { type Static, Type } from 'typebox'
import { nullable, object, oneOf, Timestamp, visibleText } from '../field.ts'

export const platforms = ['ios', 'android', 'web'] as const
export type Platform = (typeof platforms)[number]

const platform = oneOf(platforms, 'What kind of device.')
const name = visibleText(200, 'What its owner calls it.')

export const NewDevice = object('NewDevice', {
  token: Type.String({
    minLength: 1,
    maxLength: 5000,
    description: "ios: the device token in hex; android: the FCM registration token; web: the PushSubscription's JSON, as text.",
  }),
  platform,
  name: Type.Optional(nullable(name)),
})
export type NewDevice = Static<typeof NewDevice>

/** What a listing shows: never the push token. */
export const Device = object('Device', {
  id: Type.String({ format: 'uuid' }),
  platform,
  name: nullable(name),
  reachable: Type.Boolean({ description: 'Has the operator configured this platform? If not, deliveries are logged as suppressed.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Device = Static<typeof Device>
