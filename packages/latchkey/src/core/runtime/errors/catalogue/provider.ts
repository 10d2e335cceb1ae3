/** Texts of `provider.ts`. */

export const providerFailed = {
  unreachable: 'The service cannot be reached. Check the connection and try again',
  timeout: 'The service did not answer in time. Try again',
  refused: 'The service refused the request',
  'rate-limited': 'Too many requests. Try again in a moment',
  'server-error': 'The service has a problem. Try again in a moment',
  malformed: 'The service gave an answer that cannot be used',
} as const
