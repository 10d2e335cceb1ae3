/** Words of what protects a press. */

export const hints = {
  early: 'Take a moment to read, then press again.',
  covered: 'This is covered or partly out of sight.',
} as const

export const inWindow = {
  text: 'There no site can cover what you read.',
  opened: 'Go on in the window that opened.',
  blocked: 'The window did not open. Allow pop-ups for this site and try again.',
  open: 'Open',
} as const
