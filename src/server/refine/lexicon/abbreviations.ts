/** Abbreviations whose dot ends no sentence. */
export const abbreviations = new Set(
  'mr mrs ms dr dra engr atty hon gng gg bb g fr sr jr st sta sto brgy blg no vs e.g i.e a.m p.m vol fig prof rev gov sen rep pres'.split(
    ' ',
  ),
)
