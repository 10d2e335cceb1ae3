/** Durations in milliseconds, for styles and code. */
export const motion = {
  scrim: 160,
  card: 220,
  sheet: 280,
  view: 180,
  height: 220,
  press: 80,
  reduced: 80,
  /** After this time a closing dialog counts as closed, even without an animation event. */
  closeLimit: 400,
} as const

export const spring = 'cubic-bezier(.2,.9,.25,1)'
