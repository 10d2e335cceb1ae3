/** Texts of the click guard. */

export const hints = {
  early: 'Take a moment to review, then try again.',
  covered: 'Part of this is covered or off screen.',
} as const

export const inWindow = {
  text: 'No site can cover what you read there.',
  opened: 'Continue in the window that opened.',
  blocked: 'The window did not open. Allow pop-ups for this site, then try again.',
  open: 'Open',
} as const
