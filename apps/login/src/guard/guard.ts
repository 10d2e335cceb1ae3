/** How long the card must be unchanged before a press counts (milliseconds). */
export const restTime = 500

/** A click already started when the frame moves under the pointer lands within this time. */
const arrivalTime = 300

/** A press that focuses the frame comes at most this long after the focus event. */
const focusSlack = 60

/** How far a pointer may move between press and release (pixels). */
const slip = 32

export type Press = {
  readonly isTrusted: boolean
  /** `assist`: a click without a press before it, as from screen readers. */
  readonly by: 'mouse' | 'touch' | 'keyboard' | 'assist'
  readonly isRepeat?: boolean
  readonly x: number
  readonly y: number
  /** Position of the button; a different value means that the layout moved. */
  readonly layout: string
}

export type GuardOptions = {
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** False in a separate window, which no page can cover. */
  readonly mustBeVisible: boolean
}

/**
 * Decides whether a press on Confirm is intended. A page could cover the frame, move it under the
 * pointer or show it during a double click, so the card must first be visible and unchanged.
 */
export type Guard = {
  /** Whether the whole card is visible, according to the browser. */
  saw(isWhole: boolean): void
  /** The card was shown, resized or changed. */
  changed(): void
  focused(): void
  /** The pointer entered the frame, or the frame moved under the pointer. */
  pointerEntered(): void
  press(press: Press): void
  /** True once per press that counts. */
  release(release: Press): boolean
  /** Whether a press would count now, ignoring the pointer position. */
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
  /** The first press focuses the frame, and some browsers report the focus first. */
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
      // Already cleared if the card changed since the press.
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
