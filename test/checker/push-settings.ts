/** The push service of a run is a stand-in, whose certificate only this machine trusts. */
export const pushSettings = (apns: { key: string; keyId: string; teamId: string; topic: string; url: string }): Record<string, string> => ({
  TANDEM_APNS_KEY: apns.key,
  TANDEM_APNS_KEY_ID: apns.keyId,
  TANDEM_APNS_TEAM_ID: apns.teamId,
  TANDEM_APNS_TOPIC: apns.topic,
  TANDEM_APNS_URL: apns.url,
  NODE_EXTRA_CA_CERTS: new URL('../support/certificate/localhost.crt', import.meta.url).pathname,
})
