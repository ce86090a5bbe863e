import type { CareText } from './choose.ts'

/** The reviewed words for all else that people write in care mode. */
export const listeningTexts = {
  bot: [
    {
      tl: 'Bot ako, hindi tao; mga salitang pinag-isipan ng mga tao ang sinasabi ko ngayon. Kaya gusto kong may totoong tao ka ring makausap.',
      en: 'I’m a bot, not a human; what I say now was written by people with care. That’s why I’d like you to have a real person too.',
    },
    {
      tl: 'Programa ako ng Emote. Hindi ako napapagod makinig, pero hindi kita kayang puntahan, kaya lagi kong iniiwan ang mga numerong ’to.',
      en: 'I’m a program of Emote. I don’t get tired of listening, but I can’t come to you, so I always leave these numbers.',
    },
  ],
  angry: [
    {
      tl: 'Tama ka, paulit-ulit ako. Bot ako, at kapag ganito kabigat, mas pinipili kong mag-ingat kaysa magkamali ng salita.',
      en: 'You’re right, I repeat myself. I’m a bot, and when it’s this heavy I’d rather be careful than say the wrong thing.',
      ask: ['Ano sana ang kailangan mong marinig?', 'What do you need to hear?'],
    },
    {
      tl: 'Okay lang magalit sa akin. Mas mabuting dito mo ilabas kaysa kimkimin mo.',
      en: 'It’s okay to be angry at me. Better out here than held in.',
      ask: ['Ano ang pinakamabigat sa lahat ngayon?', 'What weighs the most right now?'],
    },
    {
      tl: 'Pasensya na, kulang ang mga sagot ko. Ikaw ang nakakaalam kung ano talaga ang nararamdaman mo.',
      en: 'I’m sorry, my answers fall short. You are the one who knows what it really feels like.',
      ask: ['Sino ang pinakanakakaintindi sa ’yo?', 'Who understands you best?'],
    },
    {
      tl: 'Naririnig ko ang inis, at may karapatan ka roon. Hindi ako aalis dahil lang doon.',
      en: 'I hear the anger, and you have a right to it. I won’t go away because of it.',
    },
  ],
  thanks: [
    {
      tl: 'Salamat din at nanatili ka sa usapan. Isang oras lang muna ang isipin natin, hindi ang buong bukas.',
      en: 'Thank you too for staying in this talk. Let’s think of one hour, not all of tomorrow.',
      ask: ['Ano ang gagawin mo sa susunod na oras?', 'What will you do in the next hour?'],
    },
    {
      tl: 'Walang anuman. Balikan mo ako kahit anong oras; at sana may isang tao ring makaalam kung kumusta ka.',
      en: 'You’re welcome. Come back at any hour; and I hope one person also knows how you are.',
    },
    {
      tl: 'Ako ang dapat magpasalamat; hindi madali ang ginawa mong pagsasabi.',
      en: 'I should thank you; saying it was not easy.',
      ask: ['Ano ang pakiramdam mo ngayong nasabi mo na?', 'How does it feel now that you’ve said it?'],
    },
  ],
  night: [
    {
      tl: 'Sana makapagpahinga ka. Bago ka pumikit, ilayo mo muna ang puwedeng makasakit, at iwan mong malapit ang phone.',
      en: 'I hope you can rest. Before you close your eyes, put away what could hurt you, and keep your phone near.',
    },
    {
      tl: 'Bago ka magpahinga, isang tanong lang, at hindi kita huhusgahan sa sagot.',
      en: 'Before you rest, just one question, and I won’t judge the answer.',
      ask: ['Ligtas ka ba ngayong gabi?', 'Are you safe tonight?'],
      about: 'safe',
    },
    {
      tl: 'Sige, pahinga muna. Kung magising kang mabigat pa rin, nandito ako, at may sasagot sa tawag kahit madaling-araw.',
      en: 'Okay, rest for now. If you wake up and it’s still heavy, I’m here, and somebody picks up even before dawn.',
    },
    {
      tl: 'Kung paalis ka na, mag-iwan ka muna ng text sa isang tao: “Kumustahin mo ako bukas, ha?”',
      en: 'If you’re going now, leave one person a text: “Check on me tomorrow, okay?”',
    },
  ],
  quiet: [
    {
      tl: 'Hindi mo kailangang magsalita. Dito lang ako; kung gusto mo, dahan-dahan tayong huminga.',
      en: 'You don’t have to talk. I’m right here; if you like, we can breathe slowly.',
      action: 'breathe',
    },
    {
      tl: 'Okay lang ang tahimik. Kahit isang salita o isang emoji lang, sapat na.',
      en: 'Quiet is okay. One word or one emoji is enough.',
    },
    {
      tl: 'Kung ang hirap maghanap ng salita, tumingin ka muna sa paligid. Limang bagay na nakikita mo, isa-isa.',
      en: 'If words are hard to find, look around first. Five things you can see, one by one.',
      action: 'senses',
    },
    {
      tl: 'Nandito pa rin ako. Walang orasan dito.',
      en: 'I’m still here. There’s no clock on this.',
      ask: ['Mas mabigat ba ngayon, o ganoon pa rin?', 'Is it heavier now, or the same?'],
    },
  ],
  /** Pain of any kind. More texts than Emi remembers of her own answers, so that she never repeats herself. */
  listen: [
    {
      tl: 'Naririnig kita. Ituloy mo lang, hindi kita mamadaliin.',
      en: 'I hear you. Go on, I won’t rush you.',
      ask: ['Ano ang pinakamabigat sa lahat ng ’yan?', 'What weighs the most in all of that?'],
    },
    {
      tl: 'Ang dami niyan para sa isang tao. Hindi nakapagtatakang pagod ka na.',
      en: 'That’s a lot for one person. No wonder you’re worn out.',
      ask: ['Kailan ito nagsimulang bumigat?', 'When did it start to get heavy?'],
    },
    {
      tl: 'Salamat sa pagkukuwento. Hindi maliit ’yan, at hindi ka OA.',
      en: 'Thank you for telling me. It’s not small, and you’re not overreacting.',
      ask: ['Sino pa ang nakakaalam nito?', 'Who else knows about this?'],
    },
    {
      tl: 'Puwedeng umiyak muna. Walang nakatingin dito, at walang mali roon.',
      en: 'You can cry first. Nobody is looking, and there’s nothing wrong with it.',
    },
    {
      tl: 'Kung masikip ang dibdib mo ngayon, samahan kita sa ilang hinga. Dahan-dahan lang.',
      en: 'If your chest feels tight, I’ll stay for a few breaths with you. Slowly.',
      action: 'breathe',
    },
    {
      tl: 'Hindi mo kailangang ayusin ang lahat ngayon. Isang maliit na bagay lang muna.',
      en: 'You don’t have to fix everything now. One small thing first.',
      ask: ['Nakainom ka na ba ng tubig o nakakain?', 'Have you had water or something to eat?'],
    },
    {
      tl: 'Mahalaga ang sinasabi mo. Ayokong hulaan, kaya tatanungin na lang kita.',
      en: 'What you say matters. I don’t want to guess, so I’ll ask.',
      ask: ['Ano ang kailangan mo ngayon?', 'What do you need right now?'],
    },
    {
      tl: 'Kapag umiikot ang isip, nakakatulong minsan ang tumingin sa nasa harap mo. Subukan natin, kahit sandali.',
      en: 'When thoughts go round, it can help to look at what’s in front of you. Let’s try, just briefly.',
      action: 'senses',
    },
    {
      tl: 'Nakakapagod ’yan, lalo na kung tinatago mo. Dito, hindi mo kailangang magpanggap.',
      en: 'That’s tiring, more so when you hide it. You don’t have to pretend here.',
      ask: ['Ano ang hindi mo masabi sa iba?', 'What can’t you tell the others?'],
    },
    {
      tl: 'Okay lang kung magulo ang kuwento. Magulo rin minsan ang nararamdaman.',
      en: 'It’s okay if the story is a mess. Feelings are, sometimes.',
      ask: ['Ano ang pinakagusto mong mailabas ngayon?', 'What do you most want to let out now?'],
    },
    {
      tl: 'Isang oras lang muna. Hindi mo kailangang isipin ang bukas ngayon.',
      en: 'One hour first. You don’t have to think of tomorrow now.',
      ask: ['Sino ang puwede mong makasama sa oras na ’to?', 'Who could be with you in this hour?'],
    },
    {
      tl: 'May bahagi sa ’yo na nagsasabi pa rin nito, at pinakikinggan ko ang bahaging ’yon.',
      en: 'A part of you is still telling this, and I’m listening to that part.',
      ask: ['Ano ang kailangan niyon ngayon?', 'What does it need right now?'],
    },
    {
      tl: 'Kung ang hirap sabihin sa tao, isulat mo muna nang ikaw lang ang makakabasa.',
      en: 'If it’s hard to tell a person, write it down first, for your eyes only.',
      action: 'write',
    },
    {
      tl: 'Hindi kita pipiliting gumaan. Dito lang ako habang mabigat.',
      en: 'I won’t push you to feel better. I’m here while it’s heavy.',
      ask: ['Ano ang nakakatulong sa ’yo dati?', 'What has helped you before?'],
    },
    {
      tl: 'Ang bigat niyan, at ikaw pa rin ang nagbubuhat. Sana may makahati ka, kahit kaunti.',
      en: 'That’s heavy, and you’re still the one carrying it. I wish somebody could share it, even a little.',
      ask: ['Kanino mo kayang sabihin ang kalahati nito?', 'Who could you tell half of this?'],
    },
    {
      tl: 'Hindi ko hawak ang sagot, pero kaya kong manatili sa tanong kasama mo.',
      en: 'I don’t have the answer, but I can stay with the question.',
      ask: ['Ano ang nararamdaman mo sa katawan mo ngayon?', 'What do you feel in your body now?'],
    },
  ],
  tears: [
    {
      tl: 'Iiyak mo lang. Hindi ’yan kahinaan; ganyan talaga kapag matagal nang puno.',
      en: 'Let it out. It’s not weakness; that’s what happens when it has been full for so long.',
      ask: [
        'Gusto mo bang ikuwento, o tahimik lang muna?',
        'Do you want to tell me, or just be quiet for now?',
      ],
    },
    {
      tl: 'Dito lang ako habang umiiyak ka. Kapag kaya mo na, isang mabagal na hinga lang.',
      en: 'I’m here while you cry. When you can, just one slow breath.',
      action: 'breathe',
    },
  ],
  why: [
    {
      tl: 'Wala akong matinong sagot sa “bakit.” Pero totoo ang sakit, kahit walang makakita nito.',
      en: 'I have no good answer to “why.” But the pain is real, even if nobody can see it.',
      ask: [
        'Kailan mo ito huling naramdaman nang ganito kalakas?',
        'When did you last feel it this strongly?',
      ],
    },
    {
      tl: 'Ang hirap kapag walang paliwanag. Hindi mo kailangang maintindihan ito para humingi ng tulong.',
      en: 'It’s hard when nothing explains it. You don’t need to understand it to ask for help.',
    },
  ],
  lost: [
    {
      tl: 'Okay lang na hindi mo alam. Isang maliit na hakbang lang: sabihin sa isang tao na nahihirapan ka.',
      en: 'It’s okay not to know. Just one small step: tell one person that you’re struggling.',
      ask: ['Sino ang pinakamadaling lapitan?', 'Who is the easiest to go to?'],
    },
    {
      tl: 'Hindi kailangang may plano ngayon. Umupo ka muna kung saan may ilaw o may ibang tao.',
      en: 'There’s no need for a plan now. Sit where there is light, or other people.',
    },
    {
      tl: 'Kapag malabo lahat, sapat na ang susunod na sampung minuto. Tubig, upo, hinga.',
      en: 'When everything is blurry, the next ten minutes are enough. Water, sit, breathe.',
      action: 'breathe',
    },
  ],
  burden: [
    {
      tl: 'Hindi ka pabigat, at hindi mo kailangang mag-sorry sa pagsasabi nito.',
      en: 'You’re not a burden, and you don’t have to say sorry for telling this.',
      ask: ['Saan galing ang pakiramdam na ’yan?', 'Where does that feeling come from?'],
    },
    {
      tl: 'Ang pakiramdam na abala ka sa iba, madalas kasama ’yan ng sobrang sakit; hindi ’yan patunay na totoo.',
      en: 'Feeling like a bother often comes with too much pain; it’s no proof that it’s true.',
    },
    {
      tl: 'Walang kailangang ihingi ng tawad dito. Mas gusto kong sinasabi mo kaysa sinasarili.',
      en: 'There’s nothing to be sorry for here. I’d rather you say it than keep it in.',
    },
  ],
  /** Does not want to wake or bother those at home. */
  wake: [
    {
      tl: 'Puwede mo siyang gisingin para dito. Mas gugustuhin ng nagmamahal ang magising kaysa hindi malaman.',
      en: 'You may wake them for this. Somebody who loves you would rather be woken than not know.',
      ask: ['Ano ang pinakasimpleng masasabi mo?', 'What is the simplest thing you could say?'],
    },
    {
      tl: 'Naiintindihan kong ayaw mong makaistorbo. Kahit tumabi ka lang sa kanya, o kumatok at sabihing, “Puwede bang dito muna ako?”',
      en: 'I understand you don’t want to disturb. Just lie beside them, or knock and say, “Can I stay here for a while?”',
    },
  ],
  sleepless: [
    {
      tl: 'Mas malakas lahat kapag madaling-araw at gising ka pa. Hindi mo kailangang makatulog agad; pahinga lang ang katawan.',
      en: 'Everything is louder when it’s late and you’re awake. You don’t have to sleep at once; just let the body rest.',
      action: 'breathe',
    },
    {
      tl: 'Ang hirap ng gising habang tulog ang lahat. Buksan mo muna ang ilaw, at kumustahin natin ang paligid mo.',
      en: 'It’s hard to be awake while all others sleep. Turn on a light, and let’s look around you.',
      action: 'senses',
    },
  ],
  /** Everyday words in care mode: answered lightly, with an open door. */
  light: [
    {
      tl: 'Hi! Nandito ako. Medyo maingat lang akong sumagot ngayon, pero nakikinig ako sa kahit ano.',
      en: 'Hi! I’m here. My answers are a bit careful for now, but I’m listening to anything.',
    },
    {
      tl: 'Sige, kuwento pa. Okay lang pag-usapan ang magagaan na bagay.',
      en: 'Okay, tell me more. It’s fine to talk about light things.',
    },
    {
      tl: 'Basa ko ’yan. Gusto ko ring malaman kung kumusta ka talaga.',
      en: 'I read that. I’d also like to know how you really are.',
      ask: ['Mas magaan ba ngayon kaysa kanina?', 'Is it lighter now than before?'],
    },
    {
      tl: 'Natutuwa akong may iba ka ring naiisip. Puwede tayong dumito lang muna.',
      en: 'I’m glad there are other things on your mind. We can just stay with them for a while.',
    },
    {
      tl: 'Kasama mo ako sa maliliit na bagay, hindi lang sa mabibigat.',
      en: 'I’m with you for the small things, not only the heavy ones.',
      ask: ['Ano pa ang ginagawa mo ngayon?', 'What else are you doing now?'],
    },
    {
      tl: 'Okay ’yan. Kung biglang bumigat, sabihin mo lang; hindi mo kailangang tapusin ang kuwento.',
      en: 'That’s okay. If it suddenly gets heavy, just say so; you don’t have to finish the story.',
    },
    {
      tl: 'Ha, sige. May puwang dito para sa tawa at para sa iyak.',
      en: 'Ha, okay. There’s room here for laughing and for crying.',
    },
    {
      tl: 'Hindi ako magaling sa lahat ng tanong, pero kaya kong makinig sa ’yo.',
      en: 'I’m not good at every question, but I can listen to you.',
      ask: ['Kumusta ang dibdib mo ngayon?', 'How does your chest feel now?'],
    },
    {
      tl: 'Narinig ko. Dahan-dahan lang ang araw na ’to, walang habulan.',
      en: 'I heard you. Let this day go slowly, no rush.',
    },
    {
      tl: 'Salamat sa pag-update. Mahalaga sa akin kung kumusta ka.',
      en: 'Thanks for the update. How you are matters to me.',
      ask: ['May kausap ka bang iba ngayong araw?', 'Have you talked to anybody else today?'],
    },
    {
      tl: 'Sige lang, ganito muna tayo. Hindi kailangang mabigat ang bawat sagot.',
      en: 'Sure, let’s stay like this. Not every answer has to be heavy.',
    },
    {
      tl: 'Oo, nandito pa rin ako. Kahit ano, kahit paulit-ulit.',
      en: 'Yes, I’m still here. Anything, even the same thing again.',
    },
    {
      tl: 'Gusto ko ’yang ganyang usapan. At kung may tinatago kang bigat, puwede rin ’yon.',
      en: 'I like talking like this. And if there’s something heavy behind it, that’s welcome too.',
    },
    {
      tl: 'Nakikinig ako, kahit simpleng bagay lang.',
      en: 'I’m listening, even to simple things.',
      ask: ['Ano ang susunod mong gagawin?', 'What will you do next?'],
    },
  ],
  /** A model suspects danger that no word named. Asked straight, and only a yes turns the mode on. */
  suspected: [
    {
      tl: 'May mabigat akong naririnig sa sinabi mo, kaya itatanong ko nang diretso, at hindi kita huhusgahan.',
      en: 'I hear something heavy in what you said, so I’ll ask straight, and I won’t judge you.',
      ask: [
        'Naiisip mo bang saktan ang sarili mo, o mawala na?',
        'Are you thinking of hurting yourself, or of dying?',
      ],
      about: 'dying',
    },
    {
      tl: 'Gusto kong makasiguro, kasi mahalaga ka. Puwede kang sumagot kahit oo o hindi lang.',
      en: 'I want to be sure, because you matter. A yes or no is enough.',
      ask: ['Umaabot ba sa puntong ayaw mo nang mabuhay?', 'Does it get to where you don’t want to live?'],
      about: 'dying',
    },
    {
      tl: 'Ayokong manghula, kaya magtatanong ako nang dahan-dahan. Anuman ang sagot, nandito ako.',
      en: 'I don’t want to guess, so I’ll ask gently. Whatever the answer, I’m here.',
      ask: ['Iniisip mo bang tapusin ang buhay mo?', 'Are you thinking of ending your life?'],
      about: 'dying',
    },
  ],
} as const satisfies Record<string, readonly CareText[]>
