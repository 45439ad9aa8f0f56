/** The two channels between a page and Electron's main process; text is all that goes over them. */
export const TO_SHELL = 'cotal:to-shell';
export const TO_PAGE = 'cotal:to-page';
