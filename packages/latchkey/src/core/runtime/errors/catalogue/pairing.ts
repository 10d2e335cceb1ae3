/** Texts of `pairing.ts`; word for word where the specification (§8) fixes them. */

export const relayUnavailable =
  'The connection service cannot be reached. Check the connection and try again'
export const relayRefused = 'The connection service refused this site'
export const pairingFailed = 'The wallet could not be connected. Scan a new code'
export const pairingOff = 'Pairing needs the options `relayUrls` and `projectId`'
