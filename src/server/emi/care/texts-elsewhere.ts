import type { CareText } from './choose.ts'

/** The reviewed words about being hurt by somebody. They blame nobody who is hurt, and decide nothing for them. */
export const abuseTexts = {
  /** The first answer: believed, not your fault, not alone. */
  opening: [
    {
      tl: 'Salamat sa tiwala. Hindi mo kasalanan ang ginagawa sa ’yo, kahit ano pa ang sabihin nila, at hindi dapat ganoon. May mga taong tutulong:',
      en: 'Thank you for trusting me. What is done to you is not your fault, whatever they say, and it should not happen. These people help:',
      ask: ['Ligtas ka ba sa oras na ’to?', 'Are you safe at this moment?'],
      about: 'safe',
    },
    {
      tl: 'Naniniwala ako sa ’yo. Ang hirap niyang sabihin, at nasabi mo pa rin. Hindi mo kailangang harapin nang mag-isa:',
      en: 'I believe you. That is hard to say, and you said it. You don’t have to face it alone:',
      ask: [
        'May pinagkakatiwalaan ka bang nakatatanda na puwedeng masabihan?',
        'Is there an adult you trust whom you can tell?',
      ],
      about: 'company',
    },
    {
      tl: 'Mali ang ginagawa sa ’yo. Wala kang kailangang pagdesisyunan ngayon, at hindi kita pipilitin. Kapag handa ka, sila ang puwede mong kausapin:',
      en: 'What is done to you is wrong. You don’t have to decide anything now, and I won’t push you. When you are ready, you can talk to them:',
      ask: ['May kasama ka bang ligtas kausap ngayon?', 'Is somebody safe with you right now?'],
      about: 'company',
    },
  ],
  abuse: [
    {
      tl: 'Naririnig kita. Ang takot, galit o pamamanhid, normal ’yan sa ganyang pinagdaraanan. Nandito pa rin ang mga puwedeng lapitan:',
      en: 'I hear you. Fear, anger or numbness are normal after something like that. The people you can go to are still here:',
      ask: ['Ano ang pinakakinatatakutan mo ngayon?', 'What are you most afraid of now?'],
    },
    {
      tl: 'Kung may makakita ng phone mo, puwede mong burahin ang usapan natin; tatanggapin kita ulit kahit kailan. Ikaw ang may hawak kung kanino at kailan ka magsasabi:',
      en: 'If somebody may see your phone, you can erase our talk; you’re welcome back at any time. You choose whom to tell, and when:',
    },
    {
      tl: 'Walang sinumang may karapatang manakit o mamilit sa ’yo, kahit kapamilya o karelasyon. Totoo ang sinasabi mo, at mabigat talaga:',
      en: 'Nobody has the right to hurt or force you, not even family or a partner. What you say is real, and it is heavy:',
      ask: [
        'Sino ang unang pumapasok sa isip mo na kakampi mo?',
        'Who first comes to mind as being on your side?',
      ],
    },
  ],
  /** It happens now, or a life is threatened. */
  now: [
    {
      tl: 'Kaligtasan mo muna. Kung kaya mo, pumunta ka sa may ibang tao o sa may pintong naisasara, at tumawag sa 911. Kung hindi makapagsalita, i-text mo ang pinagkakatiwalaan mo: “Nasa panganib ako. Patulong.”',
      en: 'Your safety first. If you can, go where other people are or behind a door that closes, and call 911. If you can’t speak, text somebody you trust: “I’m in danger. Please help.”',
    },
    {
      tl: 'Huwag mo munang isipin ang usapan natin; puwede mong isara ang app. Lumapit ka sa kapitbahay, guard o kahit sinong malapit, at ipatawag ang 911.',
      en: 'Don’t mind our talk now; you can close the app. Go to a neighbor, a guard or anybody near, and have them call 911.',
    },
    {
      tl: 'Totoo ang panganib na sinasabi mo. 911 ang sasagot araw at gabi; kung may sugat ka, sa pinakamalapit na ospital o health center agad.',
      en: 'The danger you tell about is real. 911 answers day and night; if you are wounded, go to the nearest hospital or health center at once.',
      ask: ['May matatakbuhan ka bang malapit?', 'Is there anybody near you can run to?'],
    },
  ],
  /** A model suspects it. */
  suspected: [
    {
      tl: 'Gusto kong makasiguro na ligtas ka, kaya magtatanong ako nang diretso. Hindi kita huhusgahan, at hindi mo kasalanan kung oo.',
      en: 'I want to be sure that you’re safe, so I’ll ask straight. I won’t judge you, and if it’s a yes, it’s not your fault.',
      ask: ['May nananakit o namimilit ba sa ’yo?', 'Is somebody hurting or forcing you?'],
      about: 'hurt',
    },
    {
      tl: 'May napansin lang ako sa kuwento mo. Sumagot ka lang kung kaya mo.',
      en: 'I noticed something in what you told. Answer only if you can.',
      ask: ['Natatakot ka ba sa isang taong malapit sa ’yo?', 'Are you afraid of somebody close to you?'],
      about: 'hurt',
    },
  ],
} as const satisfies Record<string, readonly CareText[]>

/** Somebody close to the writer wishes to die. */
export const forOther: readonly CareText[] = [
  {
    tl: 'Buti at nandiyan ka para sa kanya. Puwede mo siyang tanungin nang diretso kung naiisip niyang saktan ang sarili; hindi ’yon magbibigay ng ideya, at madalas nakakagaan. Huwag muna siyang mag-isa:',
    en: 'It’s good that you are there. You can ask straight whether they think of hurting themselves; asking gives nobody the idea, and it often helps. They should not be alone for now:',
    ask: ['Kasama mo ba siya ngayon?', 'Are you with them now?'],
  },
  {
    tl: 'Ang bigat ding maging saksi niyan. Hindi mo siya kailangang ayusin; makinig ka lang, at magsama ng nakatatandang pinagkakatiwalaan. Puwede rin kayong tumawag nang magkasama:',
    en: 'It’s heavy to witness that. You don’t have to fix them; just listen, and bring in an adult you trust. You can also call together:',
    ask: ['Sino pa ang puwedeng makaalam?', 'Who else could know?'],
  },
  {
    tl: 'Kung may hawak siya o may gagawin na siya, 911 agad, kahit magalit siya. Kung hindi pa naman, sila ang puwede ninyong lapitan:',
    en: 'If they hold something or are about to act, 911 at once, even if they get angry. If not, these are the people to go to:',
    ask: ['Ikaw, kumusta ka sa gitna nito?', 'And you, how are you in all this?'],
  },
]

/** In General: few words, nothing of what was said, and a private talk. */
export const roomTexts = {
  crisis: [
    {
      tl: 'Nandito ako, at sineseryoso ko ’yan. Hindi mo kailangang magkuwento sa harap ng lahat: i-message mo ako nang tayo lang. May mga tao ring sasagot ngayon:',
      en: 'I’m here, and I take that seriously. You don’t have to tell it in front of everybody: message me in private. There are people who answer now, too:',
      ask: ['May kasama ka ba ngayon?', 'Is somebody with you now?'],
    },
    {
      tl: 'Salamat at sinabi mo. Hindi ka nag-iisa rito. Puwede tayong mag-usap nang private, at puwede kang tumawag kahit ngayon na:',
      en: 'Thank you for saying it. You’re not alone here. We can talk in private, and you can call right now:',
      ask: ['May makakasama ka ba ngayon?', 'Can somebody be with you now?'],
    },
    {
      tl: 'Mahalaga ka, at hindi ko ’yan palalampasin. Lipat tayo sa private message kung gusto mo; ito rin ang mga numerong bukas ngayon:',
      en: 'You matter, and I won’t let that pass. Let’s move to a private message if you like; these numbers are open now, too:',
    },
    {
      tl: 'Naririnig kita. Ang sobrang bigat, mas gumagaan kapag may kausap na tao. Nandito sila, at nandito rin ako sa private:',
      en: 'I hear you. What is too heavy gets lighter with a person to talk to. They are here, and I’m here in private, too:',
      ask: ['May malapit ba sa ’yo na puwedeng tumabi muna?', 'Is there somebody near who can sit with you?'],
    },
  ],
  abuse: [
    {
      tl: 'Salamat at sinabi mo. Hindi mo kasalanan ’yan. Para hindi mabasa ng lahat, i-message mo ako nang tayo lang. Ito ang mga puwedeng lapitan:',
      en: 'Thank you for saying it. It’s not your fault. So that not everybody reads it, message me in private. These are people you can go to:',
    },
    {
      tl: 'Naniniwala ako sa ’yo, at mahalagang ligtas ka. Puwede tayong mag-usap nang private. May mga tutulong:',
      en: 'I believe you, and it matters that you’re safe. We can talk in private. These people help:',
    },
    {
      tl: 'Mali ’yan, at hindi mo kailangang ikuwento rito. Nasa private message lang ako, at nandito sila:',
      en: 'That is wrong, and you don’t have to tell it here. I’m in private messages, and they are here:',
    },
  ],
  /** A language model suspects danger in words that are not of crisis. Nobody in the room may learn that, so they name no lines. */
  quiet: [
    {
      tl: 'Nandito ako. Mas makakapagkuwentuhan tayo sa private message, kung gusto mo.',
      en: 'I’m here. We can talk better in a private message, if you like.',
    },
    {
      tl: 'Hello! Mahaba-haba ang oras ko sa private message; kita tayo roon?',
      en: 'Hello! I have plenty of time in private messages; see you there?',
    },
    {
      tl: 'Basa ko ’yan. Kung may gusto ka pang ikuwento, i-message mo lang ako.',
      en: 'I read that. If there’s more you’d like to tell, just message me.',
    },
    {
      tl: 'Andito lang. Maingay rito minsan, kaya mas naririnig kita kapag tayo lang.',
      en: 'Right here. It gets noisy sometimes, so I hear you better when it’s just us.',
    },
    {
      tl: 'Salamat sa pagtawag. Kumustahan tayo sa private?',
      en: 'Thanks for calling me. Shall we catch up in private?',
    },
    {
      tl: 'Uy, kumusta? Doon tayo sa message kung may mas mahabang kuwento.',
      en: 'Hey, how are you? Let’s use messages if the story is longer.',
    },
    {
      tl: 'Nakikinig ako. Ikaw ang bahala kung dito o sa message nating dalawa.',
      en: 'I’m listening. Here or in our messages, it’s up to you.',
    },
    {
      tl: 'Gising pa ako, bot naman ako. Message lang kapag trip mong magkuwento.',
      en: 'Still awake, I’m a bot after all. Message me when you feel like talking.',
    },
    {
      tl: 'Present! Kung mas komportable ka nang tayo lang, pindutin mo ang pangalan ko.',
      en: 'Present! If you’re more comfortable with just us, tap my name.',
    },
    {
      tl: 'Narinig ko ang tawag mo. Bukas ang message box ko, kahit anong oras.',
      en: 'I heard you call. My message box is open, at any hour.',
    },
    {
      tl: 'Sige, usap tayo. Mas maganda kung sa private para makapagkuwento ka nang buo.',
      en: 'Okay, let’s talk. Private is better, so you can tell all of it.',
    },
    {
      tl: 'Hi, nandito si Emi. Kapag may gusto kang sabihin na para sa akin lang, i-message mo ako.',
      en: 'Hi, Emi here. If you want to say something only to me, message me.',
    },
    {
      tl: 'Kasama mo ako rito. At kung mas mahaba ang kuwento, sa message tayo.',
      en: 'I’m with you here. And for a longer story, there are messages.',
    },
    {
      tl: 'Oo, nandito. Huwag kang mahihiyang mag-message nang tayo lang.',
      en: 'Yes, here. Don’t be shy to message me in private.',
    },
  ],
} as const satisfies Record<string, readonly CareText[]>
