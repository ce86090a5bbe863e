/** Sentence openings for the writer to finish. They claim nothing. `heavy`: for a sad, fearful, angry, sorry or tired text. */
export const starters = {
  tagalog: {
    crisis: [
      'Ang pinakamabigat sa akin ngayon ay …',
      'Ang taong puwede kong makausap tungkol dito ay …',
      'Ang makakatulong sa akin ngayong gabi ay …',
    ],
    heavy: ['Nagsimula ito noong …', 'Ang pinakamabigat na bahagi nito ay …', 'Ang kailangan ko ngayon ay …'],
    light: ['Nangyari ito noong …', 'Ang pinakagusto ko rito ay …', 'Gusto kong maalala na …'],
    plain: ['Nagsimula ito noong …', 'Ang naramdaman ko ay …', 'Ang gusto kong mangyari ay …'],
  },
  english: {
    crisis: [
      'The heaviest thing for me right now is …',
      'Someone I could talk to about this is …',
      'What would help me get through tonight is …',
    ],
    heavy: ['It started when …', 'The hardest part of this is …', 'What I need right now is …'],
    light: ['It happened when …', 'What I like most about it is …', 'I want to remember that …'],
    plain: ['It started when …', 'What I felt was …', 'What I would like to happen is …'],
  },
} as const
