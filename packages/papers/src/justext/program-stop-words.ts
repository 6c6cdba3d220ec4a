/**
 * The English stop words of the jusText program (BSD-2-Clause, see NOTICE), in lower case, as the program compares them. Some
 * have punctuation, because the program splits words at white space only.
 */
export const PROGRAM_ENGLISH: readonly string[] = (
  'the of and in to a was is for as on with by that from at his an he are were which be has it or also had first ' +
  'their not but have who its one this been her two they other into after all when more only would she new most can ' +
  'over during where used such up between many made some than out united known about time then became under "the ' +
  'being part there him years three through including later will american both until before well no against while ' +
  'called second several university number name these played early may world located national same them released de ' +
  'area use work any school since team age so john won people began each year population now family film found city ' +
  'british four album could very however, south named around took former because series states did within state end ' +
  'based i local held september still often those member small town along back large january june group served ' +
  'march high own north july october if like following built august april music born village game due last place ' +
  'home left major set include u.s. much december november received york main war public band (born season ' +
  'published even different original members station single government another near what died moved become just ' +
  'february company included song came led late form make went off show french five system few various given best ' +
  'english long third among every west german using do said started currently having down next order final take ' +
  'species established created life play line building history. political without support written district per ' +
  'produced popular league service football considered st. way returned international book again although important ' +
  'living role river students married son top worked san continued founded joined appeared total power record ' +
  'college side william title death county, years. career never club county military version european according old ' +
  'six day average television similar general million water formed usually current though time, community east ' +
  'house land george making player playing president development james developed common should great century does ' +
  'further run working largest recorded lost must elected history seen live opened short taken once professional ' +
  'production point head children throughout games period himself originally term control available less king ' +
  'modern position eventually across royal works site young wrote income david how able full australian air london ' +
  'army includes law designed sold featured appointed business get either japanese program us canadian father lead ' +
  'approximately performed leading radio upon remained famous indian we robert help gave announced men result times ' +
  'field you right almost country story church followed good days signed features together described research sent ' +
  'open special close see character social miles rather life. council western (the party official years,'
).split(' ');
