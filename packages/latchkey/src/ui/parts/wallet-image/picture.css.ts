export const pictureCss = `
.picture {
  position: relative; display: grid; place-items: center; flex: none; overflow: hidden;
  border-radius: var(--lk-radius-tile); background: var(--lk-surface-2);
  color: var(--lk-text-2); font-weight: 600; line-height: 1;
}
.picture::after { content: ''; position: absolute; inset: 0; border-radius: inherit; box-shadow: inset 0 0 0 1px var(--lk-line) }
.picture-round { border-radius: 50% }
.picture img { inline-size: 100%; block-size: 100%; object-fit: cover }
`
