/** Never pressed itself: an image that arrives in the place of a letter would take a press along with it. */
export const pictureCss = `
.picture {
  display: grid; place-items: center; flex: none; border-radius: var(--lk-radius-tile);
  outline: 1px solid var(--lk-line); outline-offset: -1px; background: var(--lk-surface-2);
  color: var(--lk-text-2); font-weight: 600; line-height: 1; pointer-events: none;
}
.picture-round { border-radius: 50% }
.picture img { inline-size: 100%; block-size: 100%; border-radius: inherit; object-fit: cover }
`
