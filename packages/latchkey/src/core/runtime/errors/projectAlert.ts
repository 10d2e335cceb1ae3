import type { Alert } from '../../modal/notice.js'

/** Every page can raise this one from the start; the others are in `alerts.ts`. */
export const PROJECT_ID_NOT_CONFIGURED: Alert = {
  code: 'PROJECT_ID_NOT_CONFIGURED',
  variant: 'error',
  short: 'Project ID Not Configured',
  long: 'No `projectId` was given. Pairing and everything that needs the provider stay off.',
}
