/** Durations of what moves, in milliseconds (visual direction, Motion). CSS and code share them. */
export const motion = {
  scrim: 160,
  card: 220,
  sheet: 280,
  view: 180,
  height: 220,
  press: 80,
  reduced: 80,
  /** After this a closing counts as done, whether or not the browser told. */
  closeLimit: 400,
} as const

export const spring = 'cubic-bezier(.2,.9,.25,1)'
