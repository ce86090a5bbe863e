/** The end of every mail to a person. */
export const goodbye = '\n\nIngat lagi,\nEmote'
