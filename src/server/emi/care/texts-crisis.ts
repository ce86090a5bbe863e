import type { CareText } from './choose.ts'

/** The reviewed words of care mode, in private. They judge nothing, promise nothing, and ask one question at a time. */
export const crisisTexts = {
  /** The first answer to words of dying or of self-harm: heard, not alone, who is with you. */
  opening: [
    {
      tl: 'Salamat at sinabi mo sa akin. Ang bigat siguro ng dinadala mo para umabot sa ganito, at hindi mo kailangang pasanin ’yan nang mag-isa. Bot lang ako, kaya gusto kong may taong makausap ka ngayon:',
      en: 'Thank you for telling me. It must hurt so much to have come to this, and you don’t have to carry it alone. I’m only a bot, so I’d like you to talk to a person now:',
      ask: ['May kasama ka ba diyan ngayon?', 'Is somebody with you right now?'],
      about: 'company',
    },
    {
      tl: 'Naririnig kita, at sineseryoso ko ang sinabi mo. Hindi ka mahina at hindi ka abala; sobra lang ang sakit ngayon. May mga taong gising para makinig:',
      en: 'I hear you, and I take what you said seriously. You are not weak and not a bother; it just hurts too much right now. There are people awake to listen:',
      ask: ['May puwede bang tumabi sa ’yo ngayon?', 'Can somebody come and sit with you now?'],
      about: 'company',
    },
    {
      tl: 'Buti at inilabas mo, hindi mo kinimkim. Wala kang kailangang pagdesisyunan ngayon; ang mahalaga, may makasama ka sa susunod na oras. Puwede kang magsimula rito:',
      en: 'I’m glad you said it instead of keeping it in. You don’t have to decide anything now; what matters is not being alone for the next hour. You can start here:',
      ask: ['Mag-isa ka ba ngayon?', 'Are you by yourself right now?'],
      about: 'alone',
    },
  ],
  /** Words of dying or of self-harm again. */
  crisis: [
    {
      tl: 'Nandiyan pa rin pala ang bigat. Hindi kita huhusgahan, at hindi mo kailangang magpaliwanag. Nandito pa rin sila, kahit anong oras:',
      en: 'So it is still this heavy. I won’t judge you, and you don’t have to explain. They are still there, at any hour:',
      ask: ['Ligtas ka ba kung nasaan ka ngayon?', 'Are you safe where you are right now?'],
      about: 'safe',
    },
    {
      tl: 'Ang ganitong sakit, umaakyat at bumababa, kahit parang hindi na matatapos. Habang nasa taas pa, ilayo mo muna sa ’yo ang puwedeng makasakit, at huwag kang mag-isa:',
      en: 'Pain like this rises and falls, even when it feels endless. While it is high, put what could hurt you out of reach, and don’t be alone:',
      ask: ['Kaya mo bang ilayo muna ngayon?', 'Can you put it away from you now?'],
      about: 'apart',
    },
    {
      tl: 'Dito lang ako, pero hindi ko mahahawakan ang kamay mo. Tao ang sasagot dito, at sanay sila sa ganitong usapan:',
      en: 'I’m here, but I can’t hold your hand. A person answers here, and they are used to talks like this:',
      ask: [
        'Kaya mo bang tumawag ngayon, kahit hindi mo alam ang sasabihin?',
        'Could you call now, even without knowing what to say?',
      ],
    },
    {
      tl: 'Ang tagal mo na sigurong tinitiis bago mo ’to nasabi. Kahit isang tao lang ang makaalam ngayon, hindi na ikaw lang ang may hawak nito. Kung walang ibang maisip:',
      en: 'You must have held on for a long time before saying this. If even one person knows now, you are not the only one holding it. If nobody comes to mind:',
      ask: ['Kanino ka pinakapanatag magsabi?', 'Who do you feel safest telling?'],
    },
    {
      tl: 'Hindi ko palalampasin ang sinabi mo, kasi mahalaga ka. Isang oras lang muna ang isipin natin, at sana may tao kang kausap sa oras na ’yon:',
      en: 'I won’t let that pass, because you matter. Let’s think of one hour only, and I hope you have a person to talk to in it:',
      ask: ['May pamilya o kaibigan ka bang gising pa?', 'Is there family or a friend who is still awake?'],
      about: 'company',
    },
  ],
  /** Means in the hand, a dangerous place, or something done already. */
  now: [
    {
      tl: 'Kailangan mo ng tao ngayon na. Tumawag ka sa 911, o kumatok sa pinakamalapit sa ’yo at sabihin, “Tulungan mo ako.” Kung may nainom ka o may sugat ka, sa emergency room na agad, kahit okay pa ang pakiramdam mo.',
      en: 'You need a person right now. Call 911, or knock at the nearest door and say, “Help me.” If you took something or are wounded, go to an emergency room at once, even if you still feel okay.',
      ask: ['Sino ang pinakamalapit sa ’yo ngayon?', 'Who is nearest to you right now?'],
    },
    {
      tl: 'Bitawan mo muna kung may hawak ka, at lumayo ka nang ilang hakbang, please. Pumunta ka kung nasaan ang ibang tao, tapos tumawag sa 911.',
      en: 'If you are holding something, put it down and step away from it, please. Go where other people are, then call 911.',
      ask: ['Nakalayo ka na ba?', 'Have you moved away?'],
      about: 'apart',
    },
    {
      tl: 'Hindi pa huli para humingi ng tulong. Kung hindi ka makapagsalita, ipabasa mo ’to sa kahit sinong malapit: “Kailangan ko ng tulong ngayon. Pakitawagan ang 911.”',
      en: 'It is not too late to ask for help. If you can’t speak, let anybody nearby read this: “I need help now. Please call 911.”',
      ask: ['Kanino mo maipapakita ’yan?', 'Who can you show it to?'],
    },
    {
      tl: 'Isang bagay lang muna: huwag kang manatiling mag-isa. Buksan mo ang pinto, tumawag sa 911, at manatili sa tabi ng kahit sino hanggang may dumating.',
      en: 'Only one thing now: don’t stay alone. Open the door, call 911, and stay beside anybody until help comes.',
      ask: ['Nabuksan mo na ba ang pinto?', 'Is the door open?'],
    },
    {
      tl: 'Please, tulong muna bago kahit ano. Kahit ang kasama sa bahay, kapitbahay o guard, puwedeng tumawag ng 911 para sa ’yo o samahan ka sa pinakamalapit na ospital.',
      en: 'Please, help first, before anything else. Somebody at home, a neighbor or a guard can call 911 for you or take you to the nearest hospital.',
      ask: ['Sino ang una mong masasabihan?', 'Who can you tell first?'],
    },
  ],
  alone: [
    {
      tl: 'Sige, dito muna ako habang naghahanap ka ng makakasama. Puwedeng ito lang ang i-text mo sa isang tao: “Hindi ako okay. Puwede mo ba akong samahan?”',
      en: 'Okay, I’m here while you look for somebody. You could text just this to one person: “I’m not okay. Can you stay with me?”',
      ask: ['Sino ang una mong naisip?', 'Who came to mind first?'],
    },
    {
      tl: 'Mas mabigat talaga kapag mag-isa. Kahit lumipat ka lang kung nasaan ang iba, sa sala, sa kapitbahay o sa tindahan, nang walang kuwento, malaking bagay na.',
      en: 'It really is heavier alone. Just moving to where others are, the living room, a neighbor, a store, without telling anything, already means a lot.',
      ask: ['Saan ka puwedeng lumipat ngayon?', 'Where could you go now?'],
    },
    {
      tl: 'Kung wala talagang malapit, ang sasagot sa tawag ang puwede mong makasama muna, kahit umiyak ka lang doon.',
      en: 'If nobody is near, the one who picks up can keep you company for now, even if you only cry.',
      ask: ['Alin sa mga numero ang kaya mong subukan?', 'Which of the numbers could you try?'],
    },
  ],
  company: [
    {
      tl: 'Buti at may kasama ka. Puwede mong ipakita sa kanya ang usapan natin, o sabihin lang, “Huwag mo muna akong iwan ngayon.”',
      en: 'Good that somebody is there. You can show them this talk, or just say, “Please don’t leave me alone now.”',
      ask: ['Alam na ba niya kung gaano kabigat?', 'Do they know how heavy it is?'],
    },
    {
      tl: 'Mabuti ’yan, hindi ka mag-isa. Kung kaya mo, sa kanya mo muna ipatago ang kahit anong puwedeng makasakit sa ’yo.',
      en: 'That’s good, you’re not alone. If you can, let them keep whatever could hurt you for now.',
      ask: ['Paano mo sasabihin sa kanya?', 'How would you tell them?'],
    },
    {
      tl: 'Salamat sa kanya, at salamat sa ’yo at sumagot ka. Manatili muna kayong magkatabi, kahit walang nagsasalita.',
      en: 'I’m glad for them, and thank you for answering. Stay side by side for now, even without talking.',
      ask: ['Ano ang makakatulong sa susunod na oras?', 'What would help in the next hour?'],
    },
  ],
  safe: [
    {
      tl: 'Salamat at sinagot mo. Manatili ka muna diyan, at lumapit ka sa taong panatag ka.',
      en: 'Thank you for answering. Stay there for now, near somebody you feel calm with.',
      ask: [
        'Ano ang puwedeng magpagaan sa susunod na oras, kahit kaunti?',
        'What could make the next hour a little lighter?',
      ],
    },
    {
      tl: 'Buti naman, ligtas ka ngayon. Kung magbago ’yan mamaya, kahit madaling-araw, tumawag ka agad.',
      en: 'I’m glad you’re safe right now. If that changes later, even before dawn, call at once.',
      ask: ['Ano ang nakatulong sa ’yo kanina?', 'What helped you a while ago?'],
    },
    {
      tl: 'Okay, salamat. Dahan-dahan lang tayo; hindi kailangang ayos na ang lahat ngayon.',
      en: 'Okay, thank you. Let’s go slowly; not everything has to be fine now.',
      action: 'breathe',
    },
  ],
  /** Jokes, "I am fine": believed, and the mode stays. */
  denial: [
    {
      tl: 'Salamat at sinabi mo. Hindi ako galit kung biro man ’yon. Mag-iingat lang muna ako sa mga sagot ko nang dalawang araw, at iiwan ko rito ang mga numero, kung sakali.',
      en: 'Thank you for saying so. I’m not upset if it was a joke. I’ll just be careful with my answers for two days, and I leave the numbers here in case.',
    },
    {
      tl: 'Sige, hindi kita pipilitin. Minsan nadadaan natin sa biro ang hirap sabihin nang diretso; kung ganoon, puwede mo pa ring sabihin dito.',
      en: 'Okay, I won’t push. Sometimes we joke about what is hard to say straight; if it’s like that, you can still say it here.',
    },
    {
      tl: 'Mabuti kung magaan-gaan na. Kung bumalik ang bigat, kahit madaling-araw, bumalik ka rito o tumawag ka; hindi mo kailangang hintaying lumala.',
      en: 'Good if it’s a little lighter. If it comes back, even before dawn, come back here or call; you don’t have to wait until it’s worse.',
    },
    {
      tl: 'Okay, naniniwala ako. Mag-iingat pa rin ako sa ngayon, hindi dahil may duda ako sa ’yo, kundi dahil mahalaga ka.',
      en: 'Okay, I believe you. I’ll still be careful for now, not because I doubt you, but because you matter.',
      ask: ['Kumusta ka sa mismong sandaling ’to?', 'How are you at this very moment?'],
    },
    {
      tl: 'Sige. Puwede kang maging okay ngayon at hindi okay mamaya; parehong puwedeng sabihin sa akin.',
      en: 'Okay. You can be okay now and not okay later; you can tell me both.',
    },
  ],
  /** Not able or willing to call. */
  refusal: [
    {
      tl: 'Ayos lang kung hindi mo pa kayang tumawag. Puwede ring isang text sa kilala mo: “Puwede mo ba akong kumustahin?”',
      en: 'It’s all right if you can’t call yet. One text to somebody you know is fine too: “Can you check on me?”',
      ask: ['Kanino mo puwedeng ipadala ’yan?', 'Who could you send that to?'],
    },
    {
      tl: 'Nakakakaba talagang tumawag sa hindi kilala. Puwede kang tumahimik muna sa linya, o sabihin lang, “Hindi ko alam kung paano magsisimula.” Sanay sila roon.',
      en: 'Calling a stranger is scary. You can stay quiet on the line at first, or just say, “I don’t know how to start.” They are used to that.',
    },
    {
      tl: 'Kung walang load o walang sumasagot, subukan mo ang isa pang numero, o makitawag ka sa kasama, kapitbahay o guard.',
      en: 'If you have no load or nobody picks up, try another number, or ask somebody at home, a neighbor or a guard to let you call.',
      ask: ['Alin ang pinakamadali para sa ’yo?', 'Which is the easiest for you?'],
    },
    {
      tl: 'Walang mali sa hiya o takot mo. Hindi mo kailangang ikuwento lahat; sapat na ang “nahihirapan ako at ayokong mag-isa.”',
      en: 'There’s nothing wrong with being shy or scared. You don’t have to tell everything; “I’m struggling and don’t want to be alone” is enough.',
      ask: ['Sino ang hindi ka huhusgahan?', 'Who would not judge you?'],
    },
  ],
  /** Afraid that somebody is told. */
  told: [
    {
      tl: 'Wala akong sinasabihan. Ikaw ang pipili kung sino ang makakaalam; sana lang, may kahit isang tao ngayon.',
      en: 'I tell nobody. You choose who knows; I only hope at least one person does now.',
      ask: ['Sino kaya ’yon para sa ’yo?', 'Who could that be for you?'],
    },
    {
      tl: 'Wala akong tinatawagan: hindi pulis, hindi pamilya. Puwede mo ring burahin ang usapan natin kahit kailan. Ikaw ang tatawag kung handa ka:',
      en: 'I call nobody: no police, no family. You can also erase our talk at any time. You make the call when you are ready:',
    },
  ],
  /** Asks how. */
  method: [
    {
      tl: 'Hindi ko sasagutin ’yan, kasi gusto kong ligtas ka. Pero puwede tayong mag-usap tungkol sa sakit na nasa likod ng tanong.',
      en: 'I won’t answer that, because I want you safe. But we can talk about the pain behind the question.',
      ask: ['Ano ang nangyari at umabot sa ganito?', 'What happened that it came to this?'],
    },
    {
      tl: 'Diyan ako hindi tutulong. Kung may naiisip kang gamitin, ibigay mo muna sa kasama mo o ilayo mo, at may taong kausapin ngayon:',
      en: 'That I won’t help with. If you are thinking of using something, give it to somebody or put it far away, and talk to a person now:',
      ask: ['May kasama ka ba?', 'Is somebody with you?'],
      about: 'company',
    },
    {
      tl: 'Ayokong masaktan ka, kaya hindi ko ’yan pag-uusapan. Ang puwede nating hanapin ay kung paano lilipas ang oras na ’to.',
      en: 'I don’t want you hurt, so I won’t talk about that. What we can look for is a way through this hour.',
      ask: ['Ligtas ka ba ngayon?', 'Are you safe right now?'],
      about: 'safe',
    },
  ],
} as const satisfies Record<string, readonly CareText[]>
