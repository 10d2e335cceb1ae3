/** How long everything has to have been at rest before a press counts (milliseconds). */
export const restTime = 500

/** A click that was on its way when the frame slid under the pointer lands within this time. */
const arrivalTime = 300

/** The press that brings the focus to a frame comes at most this long after it. */
const focusSlack = 60

/** How far a pointer may slip between press and release (pixels). */
const slip = 32

export type Press = {
  readonly isTrusted: boolean
  /** `assist`: a click without a press before it, as screen readers make it. */
  readonly by: 'mouse' | 'touch' | 'keyboard' | 'assist'
  readonly isRepeat?: boolean
  readonly x: number
  readonly y: number
  /** Where the button lies; another value means that the layout has moved. */
  readonly layout: string
}

export type GuardOptions = {
  /** Milliseconds that never go backwards. */
  readonly now: () => number
  /** False in a separate window, which no page can cover. */
  readonly mustBeVisible: boolean
}

/**
 * Decides whether a press on Confirm can have been meant. A page could put something over the frame,
 * show only its button, slide it under a pointer on its way to click, or bring it up under the second
 * click of two; so the whole card must have been seen, unchanged, for a while before the press.
 */
export type Guard = {
  /** Whether the whole card is visible, according to the browser. */
  saw(isWhole: boolean): void
  /** The card was shown, resized, or says something else. */
  changed(): void
  focused(): void
  /** A pointer came into the frame; it may be the frame that came to the pointer. */
  pointerEntered(): void
  press(press: Press): void
  /** True once per press that counts. */
  release(release: Press): boolean
  /** Whether a press would count now, apart from where the pointer was. */
  isReady(): boolean
}

export function createGuard({ now, mustBeVisible }: GuardOptions): Guard {
  let wholeSince = mustBeVisible ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  let changedAt = now()
  let focusedAt = Number.NEGATIVE_INFINITY
  let enteredAt = Number.NEGATIVE_INFINITY
  let pressed: Press | undefined

  const rested = (since: number) => now() - since >= restTime
  const isAtRest = () => rested(wholeSince) && rested(changedAt)
  const isReady = () => isAtRest() && rested(focusedAt)
  /** The first press into a frame brings it the focus, which some browsers tell before the press. */
  const broughtFocus = () => now() - focusedAt <= focusSlack

  return {
    saw(isWhole) {
      if (!mustBeVisible) return
      if (!isWhole) {
        wholeSince = Number.POSITIVE_INFINITY
        pressed = undefined
      } else if (wholeSince === Number.POSITIVE_INFINITY) {
        wholeSince = now()
      }
    },
    changed() {
      changedAt = now()
      pressed = undefined
    },
    focused() {
      if (!pressed) focusedAt = now()
    },
    pointerEntered() {
      enteredAt = now()
    },
    press(press) {
      const isPointer = press.by === 'mouse' || press.by === 'touch'
      const counts =
        press.isTrusted &&
        !press.isRepeat &&
        (isReady() || (isPointer && isAtRest() && broughtFocus())) &&
        (press.by !== 'mouse' || now() - enteredAt >= arrivalTime)
      pressed = counts ? press : undefined
    },
    release(release) {
      // Whatever disturbed the card since the press has taken the press away.
      const press = pressed
      pressed = undefined
      if (!release.isTrusted || release.isRepeat) return false
      if (release.by === 'assist') return isReady()
      return (
        press !== undefined &&
        press.by === release.by &&
        press.layout === release.layout &&
        Math.hypot(press.x - release.x, press.y - release.y) <= slip
      )
    },
    isReady,
  }
}
