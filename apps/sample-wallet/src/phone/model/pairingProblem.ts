import { isPairingError, type PairingErrorCode } from '@latchkey/pairing/errors'

const description: Partial<Record<PairingErrorCode, string>> = {
  'pairing/invalid-uri': 'This is not a pairing link. It starts with wc: and comes from the app.',
  'pairing/uri-expired': 'This link has expired. Ask the app for a new one.',
  'pairing/uri-used': 'This link was used already. Ask the app for a new one.',
  'pairing/relay-unavailable': 'The relay cannot be reached. Check your connection and try again.',
  'pairing/relay-refused': 'The relay refused this wallet.',
  'pairing/unknown-request': 'The app does not wait for this answer any more.',
  'pairing/request-expired': 'The request has expired.',
}

/** The error as display text. */
export function pairingProblem(error: unknown): string {
  return (
    (isPairingError(error) && description[error.code]) || 'That did not work. Nothing was lost.'
  )
}
