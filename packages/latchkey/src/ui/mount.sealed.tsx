/**
 * The door for pages without React: the build gives this entry a small renderer of its own in place
 * of React, so `mount` must keep to what both have.
 */
export { mount } from './mount.js'
